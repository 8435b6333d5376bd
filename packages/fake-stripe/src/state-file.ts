import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Delivery } from './events/webhook-dispatcher.ts'
import type { StoredResponse } from './http/idempotency.ts'
import type { Collections } from './state.ts'

export interface StoredState {
  shelves: Collections
  answers: Map<string, StoredResponse>
  deliveries(): Delivery[]
}

/** Writes everything down, whole or not at all: a demo that is killed finds its payments again. */
export function writeState(file: string, { shelves, answers, deliveries }: StoredState): void {
  mkdirSync(dirname(file), { recursive: true })
  const text = JSON.stringify({ shelves, answers: [...answers], deliveries: deliveries() })
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Puts back what an earlier start wrote down; what was on its way then. */
export function readState(file: string, { shelves, answers }: StoredState): Delivery[] {
  if (!existsSync(file)) return []
  const state = JSON.parse(readFileSync(file, 'utf8'))
  for (const [name, collection] of Object.entries(shelves))
    collection.restore(state.shelves[name] ?? [])
  for (const [scope, answer] of state.answers) answers.set(scope, answer)
  return state.deliveries
}
