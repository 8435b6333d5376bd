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

test('every package of the workspace has a place in the import order', () => {
  const folders = sources('{packages,services}/*/package.json', '{db,tenants,cli}/package.json')
  assert.deepEqual(
    folders.map(({ path }) => posix.dirname(path)).sort(),
    [...workspaces].sort(),
    'add the new package to mayImport in test/architecture/sources.ts',
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
    'Move shared code to a lower layer (packages, db, tenants, core), or pass it as a parameter:',
  )
})

/** By every program, before its own code. */
const importedFirst = ['node-version.js', 'compile-cache.js']

test('a package is imported by its name, never by a path', () => {
  const byPath = codeOf().flatMap((source) => {
    const home = workspaces.find((folder) => source.path.startsWith(`${folder}/`)) ?? ''
    return relativeImports(source).filter(
      (target) => !target.startsWith(`${home}/`) && !importedFirst.includes(target),
    )
  })
  none(byPath, "Export it from the package's src/index.ts and import the package by its name:")
})

test('the CLI imports single files of the core', () => {
  const whole = codeOf('cli').filter(({ text }) =>
    /import\('@silla\/core'\)|^import (\{[^}]*\}|\* as \w+) from '@silla\/core'/m.test(text),
  )
  none(
    whole.map(({ path }) => path),
    'Loading the whole core is too slow for a command; import the file (docs/decisions/0016), and only types from @silla/core:',
  )
  const inside = codeOf().flatMap((source) =>
    importsOf(source)
      .filter((imported) => imported.startsWith('@silla/core/'))
      .filter((imported) => !publicFiles.includes(`'${imported.replace('@silla/core', '.')}.ts'`))
      .map((imported) => `${source.path} imports ${imported}`),
  )
  none(inside, 'Only what packages/core/src/index.ts exports may be imported by its path:')
})

const publicFiles = readFileSync(inRepository('packages/core/src/index.ts'), 'utf8')

test('there are no import cycles', () => {
  const graph = new Map(codeOf().map((source) => [source.path, relativeImports(source)]))
  none(cyclesIn(graph), 'Move what both need, often a type, into a separate file:')
})

test('folders of a package do not import each other in a circle', () => {
  const circles = workspaces.flatMap((workspace) => {
    const graph = new Map<string, Set<string>>()
    for (const source of codeOf(workspace)) {
      const folder = folderIn(workspace, source.path)
      if (folder === 'index.ts') continue
      const imported = relativeImports(source).map((path) => folderIn(workspace, path))
      graph.set(folder, (graph.get(folder) ?? new Set()).union(new Set(imported)))
    }
    for (const [folder, imported] of graph) imported.delete(folder)
    if (workspace === 'packages/core')
      assert.ok(graph.get('bookings')?.has('availability'), 'no imports between folders found')
    return cyclesIn(graph).map((circle) => `${workspace}: ${circle}`)
  })
  none(
    circles,
    'Move a type or a pure rule that both need to a folder below both (in the core: packages/core/src/model), and what needs both to a folder above them, as cancellations is above bookings and payments:',
  )
})

/** `bookings` for a file of that folder of src; a file beside the folders counts as a folder itself. */
function folderIn(workspace: string, path: string): string {
  return path.replace(`${workspace}/src/`, '').split('/')[0] as string
}

/** One cycle for each node that closes one, as `a -> b -> a`. */
function cyclesIn(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (node: string, trail: string[]) => {
    if (trail.includes(node)) cycles.push([...trail.slice(trail.indexOf(node)), node].join(' -> '))
    else if (!done.has(node))
      for (const next of graph.get(node) ?? []) visit(next, [...trail, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

function relativeImports(source: Parameters<typeof importsOf>[0]): string[] {
  const near = importsOf(source).filter((imported) => imported.startsWith('.'))
  return near.map((imported) => posix.join(posix.dirname(source.path), imported))
}
