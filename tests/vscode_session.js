// The extension for VS Code in a stand-in of the editor: how it starts, and what it says when it
// cannot. Arguments: the extension, a command that runs, one that refuses to serve.

const Module = require('module');

const [extension, works, refuses] = process.argv.slice(2);
const missing = '/no/such/zwanz';
const said = [];
const done = [];
const running = [];
const tried = [];
const registered = {};
const value = { command: missing, language: '' };
let changed;

class LanguageClient {
  constructor(id, name, server) {
    tried.push(server.command);
    this.command = server.command;
    this.state = 'initial';
  }
  async start() {
    this.state = this.command === works ? 'running' : 'startFailed';
    if (this.state !== 'running') throw 'not started'; // no Error, as the real one does
    running.push(this);
  }
  isRunning() {
    return this.state === 'running';
  }
  async stop() {
    if (this.state !== 'running') throw new Error(`cannot be stopped: ${this.state}`);
    this.state = 'stopped';
    running.splice(running.indexOf(this), 1);
  }
}

class ProcessExecution {
  constructor(command, args) {
    Object.assign(this, { command, args });
  }
}

class Task {
  constructor(definition, scope, name, source, execution) {
    Object.assign(this, { name, execution });
  }
}

const vscode = {
  ProcessExecution,
  Task,
  TaskScope: { Workspace: 2 },
  tasks: {
    executeTask: async (task) => {
      const { command, args } = task.execution;
      done.push(['task', command, args, task.presentationOptions]);
    },
  },
  commands: {
    registerCommand: (name, call) => (registered[name] = call),
    executeCommand: async (...call) => done.push(call),
  },
  env: { language: 'de-AT', openExternal: (uri) => done.push(['open', uri]) },
  window: {
    showErrorMessage: async (text, ...choices) => {
      said.push(text);
      return choices[0];
    },
    showInformationMessage: async (text) => said.push(text),
  },
  workspace: {
    getConfiguration: () => ({ get: (name) => value[name] }),
    createFileSystemWatcher: () => ({}),
    onDidChangeConfiguration: (call) => (changed = call),
    getWorkspaceFolder: () => undefined,
    saveAll: async () => true,
  },
  Uri: { parse: (text) => ({ fsPath: text }), file: (path) => path },
};
const stand = { vscode, 'vscode-languageclient/node': { LanguageClient } };
const load = Module._load;
Module._load = (name, ...rest) => stand[name] || load(name, ...rest);

async function until(true_) {
  while (!true_()) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function choose(command) {
  value.command = command;
  await changed?.({ affectsConfiguration: (name) => 'zwanz.command'.startsWith(name) });
}

(async () => {
  const { activate, deactivate } = require(extension);
  await activate({ subscriptions: [] });
  await registered['zwanz.page']('/house.yaml');
  await until(() => said.length >= 2);
  await choose(refuses);
  await choose(works);
  const [first] = running;
  await registered['zwanz.restart']();
  const again = running.length === 1 && running[0] !== first;
  await registered['zwanz.play']('/our club/house.yaml');
  await choose(missing);
  await registered['zwanz.restart']();
  await deactivate();
  console.log(JSON.stringify({ said, done, tried: tried.includes(refuses), started: !!first, again, left: running.length }));
})();
