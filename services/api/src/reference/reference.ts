import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { readAsset, readRepairs } from '../assets.ts'
import { placeholders } from './code-samples.ts'
import type { DescribedDocument } from './described-document.ts'
import type { FindDemoExamples } from './examples.ts'
import { readReaderScript } from './reader-script.ts'

export interface ReferenceOptions {
  /** The OpenAPI document. */
  document: DescribedDocument
  /** The API key that requests and code samples of the page are filled with; empty: none. */
  key: string
  /** Fills in everything else, for a demo. */
  findDemoExamples?: FindDemoExamples | undefined
  /** Whether there is no reference where the request is sent to. */
  isHidden: (headers: IncomingHttpHeaders) => boolean
}

/**
 * The reference for developers at `/docs`: guides, operations, requests to try. All its files are
 * served from here, its policy allows requests to this server only, and nothing of it is loaded
 * before it is first opened (decision 0034).
 */
export async function addReference(app: FastifyInstance, options: ReferenceOptions): Promise<void> {
  let loaded: Promise<Files> | undefined
  const files = () => {
    loaded ??= loadFiles().catch((error) => {
      loaded = undefined
      throw error
    })
    return loaded
  }

  await app.register(async (page) => {
    page.addHook('onRequest', (request, reply, done) => {
      if (options.isHidden(request.headers)) fail('NOT_FOUND')
      // it holds the API key, so other origins may not read it
      reply.removeHeader('access-control-allow-origin')
      done()
    })

    page.get('/docs', hidden, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .send(pageOf(await files(), options)),
    )

    page.get('/docs/openapi.json', hidden, async (request, reply) => {
      const demo = await options.findDemoExamples?.()
      const document = JSON.stringify(await options.document(demo ?? undefined))
      const origin = `${request.protocol}://${request.host}`
      return reply
        .type('application/json; charset=utf-8')
        .send(withExamplesFor(document, origin, options.key))
    })

    page.get<{ Params: { file: string } }>('/docs/:file', hidden, async (request, reply) => {
      const file = (await files()).get(request.params.file)
      if (!file) return reply.callNotFound()
      // its name holds its hash
      reply.type(file.type).header('cache-control', 'public, max-age=31536000, immutable')
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
        return reply.send(file.content)
      return reply.header('content-encoding', 'gzip').send(file.compressed)
    })
  })
}

const hidden = { schema: { hide: true } }

/** The code samples with the address and the publishable key of this server. */
function withExamplesFor(document: string, origin: string, key: string): string {
  const here = document.replaceAll(placeholders.baseUrl, origin)
  return key === '' ? here : here.replaceAll(placeholders.publishableKey, key)
}

type Files = Map<string, { type: string; content: Buffer; compressed: Buffer }>

/** By the name in the URL, which changes with the content. */
async function loadFiles(): Promise<Files> {
  const files = await Promise.all([
    fileOf('reader.js', 'text/javascript; charset=utf-8', readReaderScript()),
    fileOf('start.js', 'text/javascript; charset=utf-8', readRepairs('reference/start.js')),
    fileOf('reference.css', 'text/css; charset=utf-8', readAsset('reference/reference.css')),
  ])
  return new Map(files)
}

async function fileOf(name: string, type: string, text: Promise<string>) {
  const content = Buffer.from(await text)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return [`${hash}-${name}`, { type, content, compressed: await promisify(gzip)(content) }] as const
}

function pageOf(files: Files, { key, findDemoExamples }: ReferenceOptions): string {
  const address = (name: string) =>
    `/docs/${[...files.keys()].find((file) => file.endsWith(`-${name}`))}`
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Silla API reference</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="reference" data-document="/docs/openapi.json" data-key="${key}"!${findDemoExamples ? ' data-demo' : ''}></div>
    <noscript>This page needs JavaScript. The document that it shows is <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</noscript>
    <script src="${address('reader.js')}"></script>
    <script src="${address('start.js')}"></script>
    <link rel="stylesheet" href="${address('reference.css')}">
  </body>
</html>
`
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // the reader writes its styles into the page
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
