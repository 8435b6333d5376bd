import { test } from 'node:test'
import { none, type Source, sources } from './sources.ts'

// Words that were used for something which has a standard term. They are searched in identifiers
// (camelCase parts included), comments, texts and documents.

const retired: Record<string, string> = {
  'ask|asks|asked|asking': 'request, query, input, parameter',
  'told|tells|telling': 'return, report, show, notify, log',
  'wish|wishes': 'filter, options, input',
  door: 'TenantDb, entry point',
  standing: 'status, state, access level',
  anew: 'again, re-',
  'stray|strays': 'stale, orphaned',
  stranded: 'orphaned',
  'ailment|ailments': 'check, problem',
  'lapse|lapses|lapsed': 'expire',
  'hearer|hearers': 'listener',
  'shelf|shelves': 'collection',
  courier: 'webhook dispatcher',
  whoever: 'the caller, the user, anyone who',
  'practise|practised': 'develop, test, fake Stripe',
  'mend|mends|mended|mending': 'fix, repair, correct',
  'bury|buried|buries': 'tombstone, delete',
}

/** Stored names, which migrations and stored rows keep, and what people are asked. */
const allowed =
  /\b(ask_hash|asked_from|asked_at|concept\.asked|asked(?=: (number|points|string|int|\d))|(asks?|asked) (for (confirmation|help|less|too much|a new one|it)|on a terminal)|on a terminal ask|as you asked|period asked for|page asked for|was asked for)\b|"asked"/gi

/**
 * Parts of names for something which has a standard term; as words of a sentence they are allowed.
 * `keptAs` is published by the command line, `keptUntil` is a customers' text.
 */
const retiredParts: [pattern: RegExp, terms: string][] = [
  [/(?<=[a-z])(?<!isUnder)Ways?(?![a-z])/, 'candidate'],
  [/[tT]akenTime/, 'busy time'],
  [/(?<![A-Za-z])kept(?!As\b|Until\b)[A-Z]|Kept[A-Z]/, 'cached, retained, stored, held, idle'],
  [/settleGone|takeReturn|beginTurn/, 'settle missing, consume, start time budget'],
  [
    /[pP]lainRe(ad|quest)|[dD]irect(Route|Handler|Read)|TwoWays/,
    'ordinary request, fast operation, both paths',
  ],
]

const ourselves = 'test/architecture/vocabulary.test.ts'
const generated = /^(packages\/client\/src\/(graphql-)?schema\.ts|package-lock\.json)$/
/** What customers read, in the language of everyday correspondence. */
const emailTexts = /^services\/worker\/src\/mail\/translations\//
const files = sources(
  '*.md',
  '.env.example',
  '.ci/*',
  '{packages,db/src,db/functions,tenants,services,cli,test,docs}/**/*.{ts,js,sql,md,json,html,css}',
).filter(({ path }) => path !== ourselves && !generated.test(path) && !emailTexts.test(path))

const withoutAllowed = files.map(({ path, text }) => ({ path, text: text.replace(allowed, '') }))

for (const [words, terms] of Object.entries(retired)) {
  test(`the words ${words.replaceAll('|', ', ')} are not used`, () => {
    none(
      withoutAllowed.flatMap((file) => places(file, words)),
      `Use the standard term (${terms}):`,
    )
  })
}

for (const [pattern, terms] of retiredParts) {
  test(`no name has a part ${pattern.source}`, () => {
    none(
      files.flatMap((file) => linesWith(file, pattern)),
      `Use the standard term (${terms}):`,
    )
  })
}

/** Lines with one of the words, alone or as a part of a camelCase or snake_case name. */
function places(file: Source, words: string): string[] {
  const capitalized = words.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
  const pattern = new RegExp(
    `(?<![A-Za-z])(${words}|${capitalized})(?![a-z])|(?<=[a-z0-9])(${capitalized})(?![a-z])`,
  )
  return linesWith(file, pattern)
}

/** Most files have none, which is known without a look at each line. */
const linesWith = ({ path, text }: Source, pattern: RegExp): string[] =>
  !pattern.test(text)
    ? []
    : text
        .split('\n')
        .flatMap((line, index) =>
          pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
        )
