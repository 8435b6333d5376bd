import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { integrityOf, type Release } from './widget.ts'

/** Written last: the names and hashes of all files. */
export const manifestName = 'manifest.json'

interface Manifest extends Pick<Release, 'hash' | 'chunks'> {
  files: Record<string, { integrity: string; bytes: number; gzipBytes: number }>
}

/** Replaces what the folder holds. Returns the compressed size of each file. */
export async function writeOutput(folder: string, release: Release): Promise<Manifest['files']> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const { hash, chunks } = release
  const manifest: Manifest = { hash, chunks, files: {} }
  for (const [name, { content, integrity }] of release.files) {
    const gzipBytes = gzipSync(content, { level: 9 }).length
    manifest.files[name] = { integrity, bytes: content.length, gzipBytes }
    await writeFile(join(folder, name), content)
  }
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest.files
}

/** @throws Error when the folder is missing, or a file is not that of the manifest */
export async function readOutput<Built extends Release>(folder: string): Promise<Built> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((cause) => {
    throw new Error(`Not built: run npm run build (${folder})`, { cause })
  })
  const { hash, chunks, files } = JSON.parse(text) as Manifest
  const read = Object.entries(files).map(async ([name, { integrity }]) => {
    const content = await readFile(join(folder, name))
    if (integrityOf(content) !== integrity)
      throw new Error(`${name} is not that of its manifest: run npm run build (${folder})`)
    return [name, { content, integrity }] as const
  })
  return { hash, chunks, files: new Map(await Promise.all(read)) } as Release as Built
}
