import assert from 'node:assert/strict'
import { test } from 'node:test'
import { none, sources } from './sources.ts'

const example = sources('.env.example')[0]?.text ?? ''
const shown = [...example.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name ?? '')
/** Read by Node and by the C library. */
const ofTheRuntime = ['NODE_OPTIONS', 'MALLOC_MMAP_THRESHOLD_']
const known = new Set([
  ...ofTheRuntime,
  ...sources('{packages/*,services/*,cli}/src/config.ts').flatMap(({ text }) =>
    [...text.matchAll(/\benv\.([A-Z][A-Z_]+)|^ {2}([A-Z][A-Z_]+): Type\./gm)].map(
      (match) => match[1] ?? match[2] ?? '',
    ),
  ),
])

test('.env.example lists every environment variable exactly once', () => {
  assert.ok(known.size > 10, 'this test no longer finds the settings')
  none(
    [...known].filter((name) => !shown.includes(name)),
    'Add it to .env.example:',
  )
  none(
    shown.filter((name, place) => !known.has(name) || shown.indexOf(name) !== place),
    'Remove it from .env.example:',
  )
})
