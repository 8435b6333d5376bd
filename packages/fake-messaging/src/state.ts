import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { FakeMessage } from './fake-message.ts'

/** The messages of both providers, oldest first, and who has written STOP to whom. */
export interface State {
  messages: Map<string, FakeMessage>
  /** Pairs of a Twilio sender and a number, which Twilio itself blocks. */
  optOuts: Set<string>
}

export const createState = (): State => ({ messages: new Map(), optOuts: new Set() })

/** Keeps only the last messages, because a demo may run for weeks. */
export function addMessage({ messages }: State, message: FakeMessage): FakeMessage {
  if (messages.size >= maxMessages) messages.delete(messages.keys().next().value ?? '')
  messages.set(message.id, message)
  return message
}

const maxMessages = 50_000

/** Replaces the file atomically, readable by its owner only. */
export function writeState(file: string, { messages, optOuts }: State): void {
  mkdirSync(dirname(file), { recursive: true })
  const text = JSON.stringify({ messages: [...messages.values()], optOuts: [...optOuts] })
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Restores the state of the last start. */
export function readState(file: string, state: State): void {
  if (!existsSync(file)) return
  const stored: { messages: FakeMessage[]; optOuts: string[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  for (const message of stored.messages) state.messages.set(message.id, message)
  for (const pair of stored.optOuts) state.optOuts.add(pair)
}
