import type { ArchiveManifest } from '@silla/core'
import { writeArchiveFile } from '@silla/db'
import { archiveKeys, contentsOf, newFile } from './archived.ts'

/** A change of an archive by somebody who has its key: checksums, counts and code agree with it. */
export interface Tampering {
  /** Another text for the files with these names. */
  files?: Record<string, (text: string) => string>
  manifest?: (manifest: ArchiveManifest) => void
}

/** Writes a changed copy of an archive, and returns its name. */
export async function tampered(file: string, { files = {}, manifest }: Tampering): Promise<string> {
  const contents = await contentsOf(file)
  const described: ArchiveManifest = JSON.parse(contents.get('manifest.json') ?? '')
  const copy = await newFile()
  await writeArchiveFile(copy, new Date(described.createdAt), async (writer) => {
    for (const each of described.files) {
      const text = contents.get(each.name) ?? ''
      const change = files[each.name]
      const changed = change?.(text) ?? text
      if (change && changed === text) throw new Error(`nothing was changed in ${each.name}`)
      Object.assign(each, await writer.add(each.name, one(changed)))
      each.rows = changed.split('\n').length - 1
    }
    manifest?.(described)
    const text = `${JSON.stringify(described, null, 2)}\n`
    await writer.add('manifest.json', one(text))
    await writer.add('manifest.hmac', one(archiveKeys.authenticate(Buffer.from(text))))
  })
  return copy
}

async function* one(text: string) {
  yield Buffer.from(text)
}
