// The socket of a table: says who one is, asks and gets answers, comes back when it is lost.

const PAUSES = [300, 700, 1500, 3000, 5000]; // milliseconds before each new try
const WRONG = 4403, ELSEWHERE = 4409; // the server's codes, as in connection.py

export function connect(table, token, lang, on) {
  let socket, tries = 0, number = 0, ended = false;
  const waiting = new Map();

  function open() {
    const address = new URL(`/t/${encodeURIComponent(table)}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    socket = new WebSocket(address);
    socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "hello", n: 0, token, lang })));
    socket.addEventListener("message", (event) => take(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => closed(event.code));
  }

  function take(message) {
    if (message.type === "welcome") {
      tries = 0;
      on.welcome(message);
    } else if (message.type === "state") {
      on.state(message);
    } else if (message.n && waiting.has(message.n)) {
      waiting.get(message.n)(message);
      waiting.delete(message.n);
    } else if (message.type === "denied") {
      release(message); // nobody knows which of them it answers
      on.denied(message);
    }
  }

  function release(answer) {
    for (const answered of waiting.values()) answered(answer);
    waiting.clear();
  }

  function closed(code) {
    release({ type: "denied", code: "lost", text: "" });
    if (ended) return;
    if (code === WRONG) return on.ended();
    on.lost(code === ELSEWHERE);
    setTimeout(open, PAUSES[Math.min(tries++, PAUSES.length - 1)]);
  }

  open();
  addEventListener("pagehide", () => { ended = true; });
  return {
    /* Ask for something; the answer is {type: "done", …} or {type: "denied", text, …}. */
    ask(type, data = {}) {
      if (socket.readyState !== WebSocket.OPEN) return Promise.resolve({ type: "denied", code: "lost", text: "" });
      const n = ++number;
      socket.send(JSON.stringify({ type, n, ...data }));
      return new Promise((answered) => waiting.set(n, answered));
    },
  };
}
