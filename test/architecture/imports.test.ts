import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'
import {
  codeOf,
  importsOf,
  inRepository,
  json,
  mayImport,
  none,
  packageOf,
  sources,
  workspaces,
} from './sources.ts'

const folderOf = Object.fromEntries(
  workspaces.map((folder) => [json(`${folder}/package.json`).name, folder]),
)

test('every package of the workspace has a place in the order of imports', () => {
  const folders = sources('{packages,services}/*/package.json', '{db,tenants,cli}/package.json')
  assert.deepEqual(
    folders.map(({ path }) => posix.dirname(path)).sort(),
    [...workspaces].sort(),
    'say in mayImport of test/architecture/sources.ts what the new package may build on',
  )
})

test('imports point inward', () => {
  const outward = workspaces.flatMap((folder) =>
    codeOf(folder).flatMap((source) =>
      importsOf(source)
        .filter((imported) => {
          const target = folderOf[packageOf(imported) ?? '']
          return target !== undefined && target !== folder && !mayImport[folder]?.includes(target)
        })
        .map((imported) => `${source.path} imports ${imported}`),
    ),
  )
  none(
    outward,
    'Move what is shared further in (packages, db, tenants, core), or hand it over as an argument:',
  )
})

test('a package is entered by its front door, never by a path', () => {
  const aside = codeOf().flatMap((source) => {
    const home = workspaces.find((folder) => source.path.startsWith(`${folder}/`)) ?? ''
    return relativeImports(source).filter(
      (target) => !target.startsWith(`${home}/`) && target !== 'node-version.js',
    )
  })
  none(aside, "Export it from the package's src/index.ts and import the package by its name:")
})

test('the command line takes from the core the one use case that it needs', () => {
  const whole = codeOf('cli').filter(({ text }) =>
    /import\('@silla\/core'\)|^import (\{[^}]*\}|\* as \w+) from '@silla\/core'/m.test(text),
  )
  none(
    whole.map(({ path }) => path),
    'All of the core takes longer to load than a command may take; import the file (docs/decisions/0016), the types alone from @silla/core:',
  )
  const inside = codeOf().flatMap((source) =>
    importsOf(source)
      .filter((imported) => imported.startsWith('@silla/core/'))
      .filter((imported) => !frontDoor.includes(`'${imported.replace('@silla/core', '.')}.ts'`))
      .map((imported) => `${source.path} imports ${imported}`),
  )
  none(inside, 'Only what packages/core/src/index.ts exports is to be had by its path:')
})

const frontDoor = readFileSync(inRepository('packages/core/src/index.ts'), 'utf8')

test('no file needs itself through others', () => {
  const graph = new Map(codeOf().map((source) => [source.path, relativeImports(source)]))
  const done = new Set<string>()
  const cycles: string[] = []
  const walk = (file: string, trail: string[]) => {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '))
    else if (!done.has(file)) for (const next of graph.get(file) ?? []) walk(next, [...trail, file])
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  none(cycles, 'Move what both need, often a type, into a file of its own:')
})

function relativeImports(source: Parameters<typeof importsOf>[0]): string[] {
  const near = importsOf(source).filter((imported) => imported.startsWith('.'))
  return near.map((imported) => posix.join(posix.dirname(source.path), imported))
}
