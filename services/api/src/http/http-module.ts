/**
 * Node's `http`. An `import` of it would also load the WebSocket and the fetch that it exports: 15 MB
 * of memory and 45 ms of every start, for something that no request uses.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
