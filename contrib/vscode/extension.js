// Starts `heddle debug --dap` where a launch configuration of the type "heddle" asks for it.
const vscode = require('vscode');

function activate(context) {
    const factory = {
        createDebugAdapterDescriptor(session) {
            const heddle = session.configuration.heddle || 'heddle';
            return new vscode.DebugAdapterExecutable(heddle, ['debug', '--dap']);
        }
    };
    context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory('heddle', factory));
}

module.exports = { activate };
