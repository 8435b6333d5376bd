import assert from 'node:assert/strict'
import { test } from 'node:test'
import { none, sources } from './sources.ts'

const example = sources('.env.example')[0]?.text ?? ''
const shown = [...example.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name ?? '')
const known = new Set(
  sources('{packages/*,services/*,cli}/src/config.ts').flatMap(({ text }) =>
    [...text.matchAll(/\benv\.([A-Z][A-Z_]+)|^ {2}([A-Z][A-Z_]+): Type\./gm)].map(
      (match) => match[1] ?? match[2] ?? '',
    ),
  ),
)

test('.env.example shows every setting once, and none that nobody reads', () => {
  assert.ok(known.size > 10, 'settings are spelled in a way that this test does not find')
  none(
    [...known].filter((name) => !shown.includes(name)),
    'Show it in .env.example:',
  )
  none(
    shown.filter((name, place) => !known.has(name) || shown.indexOf(name) !== place),
    'Take it out of .env.example:',
  )
})
