// Starts `zwanz lsp` for YAML and Markdown, and runs two commands on the file that is shown.

const { commands, env, window, workspace, Uri } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { execFile } = require('child_process');
const { mkdtempSync, readdirSync } = require('fs');
const { tmpdir } = require('os');
const { join } = require('path');

let client;

function settings() {
  return workspace.getConfiguration('zwanz');
}

async function start() {
  const command = settings().get('command');
  client = new LanguageClient(
    'zwanz',
    'Zwanz rules',
    { command, args: ['lsp'] },
    {
      documentSelector: [
        { scheme: 'file', language: 'yaml' },
        { scheme: 'file', language: 'markdown' },
      ],
      initializationOptions: { language: settings().get('language') || env.language },
      synchronize: {
        configurationSection: 'zwanz',
        fileEvents: workspace.createFileSystemWatcher('**/*.{yaml,yml,md}'),
      },
    },
  );
  await client.start();
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
  window
    .createTerminal({ name: 'zwanz play', shellPath: settings().get('command'), shellArgs: ['play', '--variant', file] })
    .show();
}

async function page(uri) {
  const file = shownFile(uri);
  if (!file) return;
  await workspace.saveAll(false);
  const out = mkdtempSync(join(tmpdir(), 'zwanz-'));
  const language = settings().get('language') || env.language.split('-')[0];
  const lang = ['de', 'ja'].includes(language) ? language : 'en';
  const args = ['book', '--variant', file, '--lang', lang, '--format', 'html', '--draft', '--out', out];
  execFile(settings().get('command'), args, (error, stdout, stderr) => {
    const made = readdirSync(out).find((name) => name.endsWith('.html'));
    if (made) env.openExternal(Uri.file(join(out, made)));
    else window.showErrorMessage(stderr || String(error));
  });
}

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand('zwanz.play', play),
    commands.registerCommand('zwanz.page', page),
    commands.registerCommand('zwanz.said', () => {}), // a sentence above a change
    commands.registerCommand('zwanz.restart', async () => {
      await client?.stop();
      await start();
    }),
  );
  try {
    await start();
  } catch (error) {
    window.showErrorMessage(
      `zwanz lsp could not be started (${error.message}); install it with pip install pygls`,
    );
  }
};

exports.deactivate = () => client?.stop();
