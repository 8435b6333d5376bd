/** A request of an assistant, by the Model Context Protocol over HTTP. */
export function assistantCall(
  method: string,
  params: { name?: string; arguments?: object },
): { headers: Record<string, string>; body: object } {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return {
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(params.name !== undefined && { 'mcp-name': params.name }),
    },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
  }
}
