import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildOptions, Metafile } from 'esbuild'
import { minifyStyles } from './minify-styles.ts'
import { type ChunkName, elements, integrityOf, languages, type Widget } from './widget.ts'

const sourceFolder = fileURLToPath(new URL('..', import.meta.url))

/**
 * Bundles the widget, in memory and within a fraction of a second.
 *
 * Two steps: first the chunks, which share code, then the entry, which holds their names and is
 * small, because pages load it from an address that is cached for a short time only. Chunks are
 * loaded from the folder of the release, whose name is the hash of all files; a placeholder of the
 * same length stands for it until then.
 */
export async function buildWidget(): Promise<Widget> {
  const { build } = await import('esbuild')
  const chunks = await build({
    ...options,
    splitting: true,
    entryPoints: Object.fromEntries([
      ...elements.map((name) => [name, `${name}/silla-${name}.ts`]),
      ...languages.map((language) => [language, `text/${language}.ts`]),
    ]),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    publicPath: `../${releasePlaceholder}`,
    plugins: [minifyStyles],
  })
  const loaded = initialChunks(chunks.metafile)
  const entry = await build({
    ...options,
    entryPoints: { silla: 'index.ts' },
    define: {
      SILLA_CHUNKS: JSON.stringify(loaded),
      SILLA_RELEASE: JSON.stringify(releasePlaceholder),
    },
  })
  const outputs = [...chunks.outputFiles, ...entry.outputFiles].map(({ path, text }) => ({
    name: basename(path),
    text,
  }))
  const hash = releaseOf(outputs)
  const files = outputs.map(({ name, text }) => {
    const content = Buffer.from(text.replaceAll(releasePlaceholder, hash))
    return [name, { content, integrity: integrityOf(content) }] as const
  })
  return { hash, files: new Map(files), chunks: loaded }
}

const releasePlaceholder = 'silla_release___'

const options = {
  absWorkingDir: sourceFolder,
  bundle: true,
  format: 'esm',
  minify: true,
  // Safari 16.4, Chrome 111, Firefox 128: the first with relative colours and container queries
  target: ['es2022'],
  charset: 'utf8',
  conditions: ['@silla/source'],
  legalComments: 'none',
  metafile: true,
  write: false,
  outdir: '.',
} as const satisfies BuildOptions

/** The files of each entry point with those that they import statically. */
function initialChunks({ outputs }: Metafile): Record<ChunkName, string[]> {
  const withImports = (path: string): string[] => [
    path,
    ...(outputs[path]?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .flatMap((imported) => withImports(basename(imported.path))),
  ]
  const entries = Object.entries(outputs).flatMap(([path, { entryPoint }]) => {
    const name = nameOf(entryPoint)
    return name ? [[name, [...new Set(withImports(path))]]] : []
  })
  return Object.fromEntries(entries)
}

/** null for a chunk that is loaded later, such as the steps after the choice of a time. */
const nameOf = (entryPoint: string | undefined): ChunkName | null =>
  elements.find((name) => entryPoint === `${name}/silla-${name}.ts`) ??
  languages.find((language) => entryPoint === `text/${language}.ts`) ??
  null

function releaseOf(outputs: readonly { name: string; text: string }[]): string {
  const hash = createHash('sha256')
  for (const { name, text } of outputs.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    hash.update(`${name}\0${text}\0`)
  return hash.digest('hex').slice(0, releasePlaceholder.length)
}
