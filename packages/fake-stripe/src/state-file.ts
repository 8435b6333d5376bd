import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { StoredResponse } from './http/idempotency.ts'
import type { Collections } from './state.ts'
import type { Delivery } from './webhook-dispatcher.ts'

export interface StoredState {
  collections: Collections
  responses: Map<string, StoredResponse>
  deliveries(): Delivery[]
}

/** Replaces the file atomically: a demo that is killed has its payments at the next start. */
export function writeState(file: string, state: StoredState): void {
  const { collections, responses, deliveries } = state
  mkdirSync(dirname(file), { recursive: true })
  const text = JSON.stringify({
    collections,
    responses: [...responses],
    deliveries: deliveries(),
  })
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Restores the state of the last start. @returns the deliveries that were pending then */
export function readState(
  file: string,
  { collections, responses }: Omit<StoredState, 'deliveries'>,
): Delivery[] {
  if (!existsSync(file)) return []
  const stored = JSON.parse(readFileSync(file, 'utf8'))
  // an earlier version of Silla wrote another format
  if (stored.collections === undefined) return []
  for (const [name, collection] of Object.entries(collections))
    collection.restore(stored.collections[name] ?? [])
  for (const [scope, response] of stored.responses) responses.set(scope, response)
  return stored.deliveries
}
