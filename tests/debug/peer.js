// Drives `heddle debug --dap` with the client that Microsoft keeps for tests of debug adapters.
// Usage: node peer.js HEDDLE TEST SOURCE LINE
const {DebugClient} = require('@vscode/debugadapter-testsupport');
const assert = require('assert');
const [heddle, test, source, line] = process.argv.slice(2);

async function main() {
    const c = new DebugClient(heddle, 'debug', 'heddle', {env: process.env}, true);
    // The client starts `node PROGRAM` by itself; so the adapter is started here instead.
    const {spawn} = require('child_process');
    const adapter = spawn(heddle, ['debug', '--dap'], {stdio: ['pipe', 'pipe', 'inherit']});
    c.connect(adapter.stdout, adapter.stdin);
    const able = (await c.initializeRequest({adapterID: 'heddle', linesStartAt1: true, columnsStartAt1: true})).body;
    assert(able.supportsStepBack && able.supportsDataBreakpoints);
    await Promise.all([c.waitForEvent('initialized'), c.launchRequest({test})]);
    const set = await c.setBreakpointsRequest({source: {path: source}, breakpoints: [{line: Number(line)}]});
    assert(set.body.breakpoints[0].verified);
    const [stopped] = await Promise.all([c.waitForEvent('stopped'), c.configurationDoneRequest()]);
    assert.strictEqual(stopped.body.reason, 'exception');
    const [back] = await Promise.all([c.waitForEvent('stopped'), c.reverseContinueRequest({threadId: stopped.body.threadId})]);
    assert.strictEqual(back.body.reason, 'breakpoint');
    const stack = (await c.stackTraceRequest({threadId: back.body.threadId})).body.stackFrames;
    assert.strictEqual(stack[0].line, Number(line));
    const scopes = (await c.scopesRequest({frameId: stack[0].id})).body.scopes;
    const locals = (await c.variablesRequest({variablesReference: scopes[0].variablesReference})).body.variables;
    assert(locals.some(v => v.name === 'n'));
    const info = (await c.send('dataBreakpointInfo', {name: 'count', frameId: stack[0].id})).body;
    await c.send('setDataBreakpoints', {breakpoints: [{dataId: info.dataId, accessType: 'write'}]});
    await c.setBreakpointsRequest({source: {path: source}, breakpoints: []});
    const [watched] = await Promise.all([c.waitForEvent('stopped'), c.continueRequest({threadId: 1})]);
    assert.strictEqual(watched.body.reason, 'data breakpoint');
    const value = (await c.evaluateRequest({expression: 'count'})).body.result;
    assert(/^[1-4]$/.test(value), value);
    const [step] = await Promise.all([c.waitForEvent('stopped'), c.stepBackRequest({threadId: watched.body.threadId})]);
    assert(step.body.threadId);
    await assert.rejects(c.send('frobnicate'));
    await c.disconnectRequest({});
    console.log('fine');
    process.exit(0);
}
main().catch(e => { console.error(e); process.exit(1); });
