import type { Implementation, Tool as ListedTool } from '@modelcontextprotocol/server'
import type { ToolResult } from './call-tool.ts'
import { type Tool, tools, toolsByName } from './tools.ts'

/** What a server of the protocol is made of, for one request. */
export interface ProtocolParts {
  info: Implementation
  instructions: string
  call(tool: Tool, args: unknown): Promise<ToolResult>
  onError(error: Error): void
}

/**
 * Answers one request of the Model Context Protocol: any revision that its library speaks, without sessions.
 * The library is loaded with the first request, because most processes never get one.
 *
 * @param body the parsed body; undefined: none was sent
 */
export async function respond(
  request: Request,
  body: unknown,
  { info, instructions, call, onError }: ProtocolParts,
): Promise<Response> {
  const { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } = await import(
    '@modelcontextprotocol/server'
  )
  const handler = createMcpHandler(
    () => {
      const server = new Server(info, { capabilities: { tools: {} }, instructions })
      server.setRequestHandler('tools/list', () => ({ tools: listed }))
      server.setRequestHandler('tools/call', ({ params }) => {
        const tool = toolsByName.get(params.name)
        if (tool === undefined)
          throw new ProtocolError(
            ProtocolErrorCode.InvalidParams,
            `Unknown tool: ${params.name.slice(0, 100)}. The tools are ${[...toolsByName.keys()].join(', ')}.`,
          )
        return call(tool, params.arguments)
      })
      return server
    },
    // nothing ever changes while a client listens
    { onerror: onError, maxSubscriptions: 0, keepAliveMs: 0 },
  )
  return handler.fetch(request, { ...(body !== undefined && { parsedBody: body }) })
}

const listed = tools.map(({ name, title, description, inputSchema, annotations }) => ({
  ...{ name, title, description, annotations },
  // schemas of TypeBox are JSON
  inputSchema: inputSchema as unknown as ListedTool['inputSchema'],
}))
