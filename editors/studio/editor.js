// The editor of the studio: CodeMirror, which speaks to the language server through a web socket.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, Language, bracketMatching, defineLanguageFacet, foldGutter, foldKeymap, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { LSPClient, LSPPlugin, Workspace, findReferencesKeymap, hoverTooltips, jumpToDefinitionKeymap, serverCompletion, serverDiagnostics } from "@codemirror/lsp-client";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { parser as markdown } from "@lezer/markdown";

const SOON = 60; // milliseconds without a keystroke before the server is told
const PATIENCE = 60000; // milliseconds for an answer: the first one waits for the rules to be read
const AGAIN = 1500; // milliseconds before a lost connection is tried again
const ALLOWED = new Set(["A", "B", "BLOCKQUOTE", "BR", "CODE", "EM", "H1", "H2", "H3", "H4", "HR", "I", "LI", "OL", "P", "PRE", "SPAN", "STRONG", "TABLE", "TBODY", "TD", "TH", "THEAD", "TR", "UL"]);

/* What a server says, as text with simple marks and nothing else: names come from files. */
function clean(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const element of [...page.body.querySelectorAll("*")]) {
    if (!ALLOWED.has(element.tagName)) { element.replaceWith(element.textContent); continue; }
    for (const { name } of [...element.attributes]) if (name !== "class") element.removeAttribute(name);
  }
  return page.body.innerHTML;
}

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "var(--code)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)", paddingBlock: ".6rem" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--selected) !important" },
  ".cm-gutters": { color: "var(--quiet)", backgroundColor: "var(--paper)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--line)" },
  ".cm-foldPlaceholder": { color: "var(--quiet)", background: "var(--soft)", border: "1px solid var(--hair)" },
  ".cm-panels": { color: "var(--ink)", backgroundColor: "var(--soft)", borderColor: "var(--hair) !important" },
  ".cm-panel input, .cm-textfield": { color: "var(--ink)", backgroundColor: "var(--paper)", border: "1px solid var(--quiet)", borderRadius: ".3rem" },
  ".cm-button, .cm-panel button": { color: "var(--ink)", backgroundImage: "none", backgroundColor: "var(--paper)", border: "1px solid var(--hair)", borderRadius: ".3rem" },
  ".cm-tooltip": { color: "var(--ink)", backgroundColor: "var(--paper)", border: "1px solid var(--gold)", borderRadius: ".4rem", boxShadow: "var(--shadow)", maxWidth: "min(36rem, 92vw)" },
  ".cm-tooltip .cm-lsp-documentation": { font: "400 1rem/1.4 var(--serif)", padding: ".35rem .8rem", maxHeight: "18rem", overflowY: "auto" },
  ".cm-tooltip-lint": { font: "400 .98rem/1.4 var(--serif)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "var(--code)", maxHeight: "15em" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { color: "var(--main-ink) !important", background: "var(--main) !important" },
  ".cm-completionDetail": { color: "var(--quiet)", fontStyle: "normal" },
  "[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-diagnostic": { borderLeftWidth: "4px", whiteSpace: "pre-wrap", padding: ".2rem .7rem" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--red)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--gold)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--red) 1.5px", textUnderlineOffset: ".25em" },
  ".cm-lintRange-info": { backgroundImage: "none", textDecoration: "underline dotted var(--gold) 2px", textUnderlineOffset: ".25em" },
  ".cm-lintRange-warning, .cm-lintRange-hint": { backgroundImage: "none" }, // no drawings within addresses: the policy of the page forbids them
  ".cm-lint-marker": { width: ".7em", height: ".7em", margin: ".42em .15em", borderRadius: "50%", background: "var(--gold)" },
  ".cm-lint-marker-error, .cm-lint-marker-warning, .cm-lint-marker-info": { content: "normal" },
  ".cm-lint-marker-error": { background: "var(--red)" },
  ".cm-snippetField": { backgroundColor: "var(--selected)" },
  ".cm-matchingBracket": { backgroundColor: "var(--selected) !important" },
});
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--text)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.heading], color: "var(--red)", fontWeight: "700" },
  { tag: [tags.strong], fontWeight: "700" },
  { tag: [tags.emphasis], fontStyle: "italic" },
  { tag: [tags.link, tags.url, tags.monospace], color: "var(--text)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--quiet)" },
]);
const chapters = new Language(defineLanguageFacet({}), markdown, [], "markdown");

/* The files that are open, each with an editor of its own, so that all of them are known to the server. */
class Buffers extends Workspace {
  constructor(client, page) { super(client); this.files = []; this.page = page; this.versions = new Map(); }
  next(uri) { const version = (this.versions.get(uri) ?? -1) + 1; this.versions.set(uri, version); return version; }
  syncFiles() {
    const changed = [];
    for (const file of this.files) {
      const plugin = LSPPlugin.get(file.view), changes = plugin?.unsyncedChanges;
      if (!changes || changes.empty) continue;
      changed.push({ changes, file, prevDoc: file.doc });
      file.doc = file.view.state.doc;
      file.version = this.next(file.uri);
      plugin.clear();
    }
    return changed;
  }
  openFile(uri, languageId, view) {
    const file = { uri, languageId, version: this.next(uri), doc: view.state.doc, view, getView: () => view };
    this.files.push(file);
    this.client.didOpen(file);
  }
  closeFile(uri) { this.files = this.files.filter((file) => file.uri !== uri); this.client.didClose(uri); }
  async requestFile(uri) { await this.page.open(uri); return this.getFile(uri); }
  displayFile(uri) { return this.page.show(uri); }
}

/* What speaks with the language server. `page` has `open(uri)`, which makes an editor for a file of the folder, `show(uri)`, which
   brings it before the reader, `problems(uri, list)` and `connection(there)`. */
export class Server {
  constructor({ address, hello, root, page }) {
    this.address = address; this.hello = hello; this.page = page; this.known = new Map();
    this.client = new LSPClient({
      rootUri: root, timeout: PATIENCE, sanitizeHTML: clean,
      workspace: (client) => new Buffers(client, page),
      notificationHandlers: {
        "textDocument/publishDiagnostics": (_, told) => { this.known.set(told.uri, told.diagnostics); page.problems(told.uri, told.diagnostics); return false; },
        "window/logMessage": () => true,
      },
      extensions: [serverCompletion({ override: true, validFor: /^[\w.:-]*$/ }), hoverTooltips(), serverDiagnostics(), keymap.of([...jumpToDefinitionKeymap, ...findReferencesKeymap])],
    });
    this.connect();
  }

  connect() {
    const socket = new WebSocket(this.address), heard = new Set();
    let begun = false;
    socket.onopen = () => {
      begun = true;
      socket.send(JSON.stringify(this.hello));
      this.client.connect({
        send: (text) => { if (socket.readyState === WebSocket.OPEN) socket.send(text); },
        subscribe: (handler) => heard.add(handler),
        unsubscribe: (handler) => heard.delete(handler),
      });
      this.client.initializing.then(() => this.page.connection(true), () => {});
    };
    socket.onmessage = ({ data }) => { for (const handler of heard) handler(data); };
    socket.onclose = () => {
      if (begun) { this.client.disconnect(); this.client.transport = null; }
      this.page.connection(false);
      setTimeout(() => this.connect(), AGAIN);
    };
  }

  /* What can be done at the cursor: titles, and the edit of each. */
  async actions(view) {
    const plugin = LSPPlugin.get(view);
    if (!plugin) return [];
    this.client.sync();
    const here = plugin.toPosition(view.state.selection.main.head);
    const near = (this.known.get(plugin.uri) ?? []).filter(({ range }) => range.start.line <= here.line && here.line <= range.end.line);
    const found = await this.client.request("textDocument/codeAction", { textDocument: { uri: plugin.uri }, range: { start: here, end: here }, context: { diagnostics: near } });
    return found ?? [];
  }

  /* Another name for what stands at the cursor: an edit of several files, or null where nothing there has a name. */
  async rename(view, name) {
    const plugin = LSPPlugin.get(view);
    this.client.sync();
    return this.client.request("textDocument/rename", { textDocument: { uri: plugin.uri }, position: plugin.toPosition(view.state.selection.main.head), newName: name });
  }

  /* The name at the cursor that can be changed; empty where there is none. */
  async named(view) {
    const plugin = LSPPlugin.get(view);
    if (!plugin) return "";
    this.client.sync();
    const range = await this.client.request("textDocument/prepareRename", { textDocument: { uri: plugin.uri }, position: plugin.toPosition(view.state.selection.main.head) });
    return range ? view.state.sliceDoc(plugin.fromPosition(range.start), plugin.fromPosition(range.end)) : "";
  }

  /* An editor for a file. */
  editor({ uri, name, text, nonce, phrases, changed }) {
    let soon = 0;
    const listener = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      clearTimeout(soon);
      soon = setTimeout(() => this.client.sync(), SOON);
      changed();
    });
    const isChapter = name.endsWith(".md");
    return new EditorView({
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(nonce), EditorState.phrases.of(phrases), EditorState.tabSize.of(2), indentUnit.of("  "),
          EditorView.contentAttributes.of({ "aria-label": name, spellcheck: String(isChapter), autocorrect: "off", autocapitalize: "off" }),
          lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), foldGutter(), drawSelection(), dropCursor(),
          bracketMatching(), closeBrackets(), highlightActiveLine(), lintGutter(), search({ top: true }), syntaxHighlighting(colours), theme,
          EditorView.lineWrapping, isChapter ? chapters : yaml(), autocompletion(), listener,
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap]),
          this.client.plugin(uri, isChapter ? "markdown" : "yaml"),
        ],
      }),
    });
  }

  /* Carry out the edits of a file, as the server counts lines and columns. */
  apply(view, edits) {
    const plugin = LSPPlugin.get(view);
    const changes = edits.map(({ range, newText }) => ({ from: plugin.fromPosition(range.start), to: plugin.fromPosition(range.end), insert: newText }));
    view.dispatch({ changes, userEvent: "input.complete" });
  }
}

/* Bring a place before the reader; columns and lines count from 0. */
export function goTo(view, line, column = 0) {
  const found = view.state.doc.line(Math.min(line + 1, view.state.doc.lines));
  view.dispatch({ selection: { anchor: Math.min(found.from + column, found.to) }, effects: EditorView.scrollIntoView(found.from, { y: "center" }) });
  view.focus();
}

/* Put another text into an editor. */
export function replace(view, text) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }); }
