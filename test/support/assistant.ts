import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { testApi } from './api.ts'
import { atEnd } from './at-end.ts'

/** What a tool has returned. */
export interface ToolAnswer {
  isError: boolean
  /** The object that a model reads, with `datos` or `error`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field
  content: any
}

/** An assistant that is connected to a salon, with the protocol's own client. */
export interface Assistant {
  client: Client
  /** Calls a tool; a refusal of the catalogue is an answer too. */
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>
}

/**
 * @param revision of the protocol: the one without a handshake, or the one before
 * @param url of another API than the test file's own, which ends in `/api/v1`
 */
export async function openAssistant(
  slug: string,
  { revision = 'modern', url }: { revision?: 'modern' | 'legacy'; url?: string } = {},
): Promise<Assistant> {
  const client = new Client(
    { name: 'test-assistant', version: '1.0.0' },
    { versionNegotiation: { mode: revision === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  )
  await client.connect(new StreamableHTTPClientTransport(await assistantUrl(slug, url)))
  atEnd(() => client.close())
  return {
    client,
    async call(name, args = {}) {
      const { isError = false, structuredContent } = await client.callTool({
        name,
        arguments: args,
      })
      return { isError: isError === true, content: structuredContent }
    },
  }
}

/** Where the tools of a salon are. */
export async function assistantUrl(slug: string, url?: string): Promise<URL> {
  return new URL(`/s/${slug}/mcp`, url ?? (await testApi()).url)
}
