// Starts `zwanz lsp` for YAML and Markdown, and runs two commands on the file that is shown.

const { commands, env, tasks, window, workspace, ProcessExecution, Task, TaskScope, Uri } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { execFile } = require('child_process');
const { mkdtempSync, readdirSync } = require('fs');
const { tmpdir } = require('os');
const { join } = require('path');

let client;
let turn = Promise.resolve();

function settings() {
  return workspace.getConfiguration('zwanz');
}

function lang() {
  const wanted = settings().get('language') || env.language.split('-')[0];
  return ['de', 'ja'].includes(wanted) ? wanted : 'en';
}

// Why a command does not run: that there is none, or what it says. Nothing if it runs.
function refusal(command, args) {
  return new Promise((resolve) => {
    const none = `There is no command ${command}. Install zwanz-ssot[lsp], or name the command in the setting zwanz.command.`;
    const ran = execFile(command, args, (error, stdout, stderr) =>
      resolve(error && (error.code === 'ENOENT' ? none : stderr.trim() || error.message)),
    );
    ran.stdin?.end(); // a server without an editor ends at once
  });
}

async function tell(text) {
  const settle = 'Settings';
  if ((await window.showErrorMessage(text, settle)) === settle) {
    await commands.executeCommand('workbench.action.openSettings', 'zwanz.command');
  }
}

async function start() {
  const command = settings().get('command');
  // Asked first: the client would try five times, and show five messages without the reason.
  const refused = await refusal(command, ['lsp']);
  if (refused) {
    tell(refused);
    return;
  }
  client = new LanguageClient(
    'zwanz',
    'Zwanz rules',
    { command, args: ['lsp'] },
    {
      documentSelector: [
        { scheme: 'file', language: 'yaml' },
        { scheme: 'file', language: 'markdown' },
      ],
      initializationOptions: { language: settings().get('language') }, // none: that of VS Code, its locale
      synchronize: {
        configurationSection: 'zwanz',
        fileEvents: workspace.createFileSystemWatcher('**/*.{yaml,yml,md}'),
      },
    },
  );
  try {
    await client.start();
  } catch (error) {
    tell(`zwanz lsp could not be started: ${error?.message || error}`);
  }
}

async function stop() {
  if (client?.isRunning()) await client.stop(); // one that did not start cannot be stopped
  client = undefined;
}

// One start or stop after the other.
function inTurn(step) {
  turn = turn.then(step, step);
  return turn;
}

async function restart() {
  await inTurn(stop);
  await inTurn(start);
}

function shownFile(uri) {
  const file = uri ? Uri.parse(uri).fsPath : window.activeTextEditor?.document.uri.fsPath;
  if (!file || !/\.ya?ml$/.test(file)) {
    window.showInformationMessage('Open the file of a variant first.');
    return undefined;
  }
  return file;
}

async function play(uri) {
  const file = shownFile(uri);
  if (!file) return;
  await workspace.saveAll(false);
  // A task: its terminal stays when the game is over, or when the rules have a problem.
  const run = new ProcessExecution(settings().get('command'), ['play', '--variant', file, '--lang', lang()]);
  const folder = workspace.getWorkspaceFolder(Uri.file(file)) || TaskScope.Workspace;
  const task = new Task({ type: 'zwanz' }, folder, 'play', 'zwanz', run);
  task.presentationOptions = { focus: true };
  await tasks.executeTask(task);
}

async function page(uri) {
  const file = shownFile(uri);
  if (!file) return;
  await workspace.saveAll(false);
  const out = mkdtempSync(join(tmpdir(), 'zwanz-'));
  const args = ['book', '--variant', file, '--lang', lang(), '--format', 'html', '--draft', '--out', out];
  const failed = await refusal(settings().get('command'), args);
  const made = readdirSync(out).find((name) => name.endsWith('.html'));
  if (made) env.openExternal(Uri.file(join(out, made)));
  else window.showErrorMessage(failed || 'No page was made.');
}

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand('zwanz.play', play),
    commands.registerCommand('zwanz.page', page),
    commands.registerCommand('zwanz.said', () => {}), // a sentence above a change
    commands.registerCommand('zwanz.restart', restart),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('zwanz.command')) return restart();
    }),
  );
  await inTurn(start);
};

exports.deactivate = () => inTurn(stop);
