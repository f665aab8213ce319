// Mends what screen readers and keyboards miss in the theme, and offers the versions of the documentation that lie
// beside this one.
for (const box of document.querySelectorAll(".highlight pre, .table-wrapper")) {
  box.tabIndex = 0;
}
for (const caption of document.querySelectorAll(".caption[role=heading]")) {
  caption.ariaLevel = "2";
}

for (const [name, label] of [["sidebar", "Site"], ["toc", "This page"]]) {
  document.querySelector(`.${name}-drawer`)?.setAttribute("aria-label", label);
}

const root = document.documentElement.dataset.content_root;
const base = new URL(root, location.href);
const place = document.querySelector(".sidebar-sticky");

function offered(versions) {
  const here = decodeURIComponent(base.pathname.split("/").at(-2));
  const label = document.createElement("label");
  label.className = "versions";
  label.textContent = "Version ";
  const select = document.createElement("select");
  for (const version of versions) {
    select.add(new Option(version, version, false, version === here));
  }
  select.addEventListener("change", () => {
    location.href = new URL(`../${encodeURIComponent(select.value)}/index.html`, base);
  });
  label.append(select);
  place.append(label);
}

// A site opened from a folder may not read the list; it has no choice then.
if (place && location.protocol !== "file:") {
  fetch(new URL("../versions.json", base))
    .then((answer) => (answer.ok ? answer.json() : []))
    .then((versions) => versions.length > 1 && offered(versions))
    .catch(() => {});
}
