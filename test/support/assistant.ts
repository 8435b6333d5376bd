import assert from 'node:assert/strict'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { testApi } from './api.ts'
import { atEnd } from './at-end.ts'

/** The object that a model reads: `datos` or `error`, and what belongs to them. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any field
export type ToolAnswer = any

/** An assistant that is connected to a salon, with the protocol's own client. */
export interface Assistant {
  client: Client
  /** Calls a tool that succeeds. */
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>
  /** Calls a tool that refuses, and returns its `error`. */
  refused(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>
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
    async call(name, args) {
      const { isError, answer } = await callTool(name, args)
      assert.ok(!isError, `${name}: ${JSON.stringify(answer)}`)
      return answer
    },
    async refused(name, args) {
      const { isError, answer } = await callTool(name, args)
      assert.ok(isError, `${name}: ${JSON.stringify(answer)}`)
      return answer.error
    },
  }

  async function callTool(name: string, args: Record<string, unknown> = {}) {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: args })
    // clients that do not read objects get the same as text
    const [text] = content as { text: string }[]
    assert.deepEqual(JSON.parse(text?.text ?? ''), structuredContent)
    return { isError: isError === true, answer: structuredContent as ToolAnswer }
  }
}

/** Where the tools of a salon are. */
export async function assistantUrl(slug: string, url?: string): Promise<URL> {
  return new URL(`/s/${slug}/mcp`, url ?? (await testApi()).url)
}
