import { createHash } from 'node:crypto'
import type { Catalog } from '@silla/core'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { success } from '../wire/envelope.ts'

/** Gives replies their `cached`: see plugins/request.ts for its promise. */
export function addResponseCache(app: FastifyInstance): void {
  const shelves = new WeakMap<Catalog, Shelf>()

  app.decorateReply('sendCached', async function (this: FastifyReply, key, build) {
    const { context, languages } = this.request
    const catalog = await context.tenant.catalog()
    const fullKey = JSON.stringify([languages.text, languages.message, ...key])
    const answer = answerFor(shelfOf(shelves, catalog), fullKey, () =>
      readyAnswer(this.serialize(success(build(catalog)))),
    )
    this.headers(answer.headers)
    if (matches(this.request.headers['if-none-match'], answer.headers.etag))
      return this.code(304).send()
    return this.header('content-type', 'application/json; charset=utf-8').send(answer.body)
  })
}

/**
 * The answers that were made from one catalogue. They live as long as that catalogue does: when the
 * salon changes something, a new catalogue takes its place and the old answers go with the old one.
 */
interface Shelf {
  answers: Map<string, ReadyAnswer>
  bytes: number
}

interface ReadyAnswer {
  body: Buffer
  headers: { etag: string; 'cache-control': string }
}

/** Whoever tries every filter fills only this salon's shelf, which is then cleared. */
const shelfAtMostBytes = 2 * 1024 * 1024

function shelfOf(shelves: WeakMap<Catalog, Shelf>, catalog: Catalog): Shelf {
  let collection = shelves.get(catalog)
  if (collection === undefined) {
    collection = { answers: new Map(), bytes: 0 }
    shelves.set(catalog, collection)
  }
  return collection
}

function answerFor(shelf: Shelf, key: string, make: () => ReadyAnswer): ReadyAnswer {
  const ready = shelf.answers.get(key)
  if (ready !== undefined) return ready
  const answer = make()
  if (shelf.bytes + answer.body.length > shelfAtMostBytes) {
    shelf.answers.clear()
    shelf.bytes = 0
  }
  shelf.answers.set(key, answer)
  shelf.bytes += answer.body.length
  return answer
}

/** The tag is made of the bytes, so every process gives the same one. */
function readyAnswer(text: string | ArrayBuffer | Buffer): ReadyAnswer {
  const body = Buffer.from(text as string)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  return { body, headers: { etag, 'cache-control': 'private, no-cache' } }
}

/**
 * If-None-Match: a list of tags, `*`, and weak spellings, which a conditional GET compares as if
 * they were strong.
 */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => {
    const trimmed = tag.trim()
    return trimmed === '*' || trimmed.replace(/^W\//, '') === etag
  })
}
