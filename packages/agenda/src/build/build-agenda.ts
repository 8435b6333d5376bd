import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Language, languages } from '@silla/locale'
import { integrityOf, minifyTemplates, type Release } from '@silla/widget'
import type { Metafile, Plugin } from 'esbuild'

const sourceFolder = fileURLToPath(new URL('..', import.meta.url))

/** `day` is the first view. */
type Chunk = 'agenda' | 'day' | Language

/**
 * The page as it was built: `agenda.js` is its entry, `agenda.css` its style sheet, `worker.js` its
 * service worker; the other files are loaded by the entry from the same folder.
 */
export type AgendaRelease = Release<Chunk>

/** Bundles the page, in memory. */
export async function buildAgenda(): Promise<AgendaRelease> {
  const { build } = await import('esbuild')
  const { metafile, outputFiles } = await build({
    absWorkingDir: sourceFolder,
    entryPoints: {
      ...scripts,
      agenda: 'main.ts',
      worker: 'worker/main.ts',
      style: 'style/agenda.css',
    },
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    // those of the widget
    target: ['es2022', 'chrome111', 'safari16.4', 'firefox128'],
    charset: 'utf8',
    conditions: ['@silla/source'],
    legalComments: 'none',
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    metafile: true,
    write: false,
    outdir: '.',
    plugins: [tokensOfPage, minifyTemplates],
  })
  const files = outputFiles
    .map(({ path, contents }) => [basename(path), Buffer.from(contents)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const hash = createHash('sha256')
  for (const [name, content] of files) hash.update(`${name}\0`).update(content).update('\0')
  return {
    hash: hash.digest('hex').slice(0, 16),
    files: new Map(
      files.map(([name, content]) => [name, { content, integrity: integrityOf(content) }]),
    ),
    chunks: chunksOf(metafile.outputs),
  }
}

/** What is loaded by its name; the other modules are in chunks of their own. */
const scripts = {
  day: 'views/day.ts',
  ...(Object.fromEntries(languages.map((language) => [language, `text/${language}.ts`])) as Record<
    Language,
    string
  >),
} satisfies Record<Exclude<Chunk, 'agenda'>, string>

/** The files of each entry point with those that they import statically. */
function chunksOf(outputs: Metafile['outputs']): AgendaRelease['chunks'] {
  const withImports = (path: string): string[] => [
    path,
    ...(outputs[path]?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .flatMap(({ path: imported }) => withImports(basename(imported))),
  ]
  const names: Chunk[] = ['agenda', 'day', ...languages]
  return Object.fromEntries(
    names.map((name) => [name, [...new Set(withImports(`${name}.js`))]]),
  ) as unknown as AgendaRelease['chunks']
}

/** The widget's colours and sizes are those of its element; here they are those of the document. */
const tokensOfPage: Plugin = {
  name: 'tokens-of-page',
  setup(build) {
    build.onLoad({ filter: /\/widget\/src\/style\/tokens\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8'))
        .replace(/:host\(([^)]*)\)/g, ':root$1')
        .replaceAll(':host', ':root'),
      loader: 'css',
    }))
  },
}
