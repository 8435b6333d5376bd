import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { archiveSalon, openArchiveKeys, restoreSalon } from '@silla/core'
import { readArchiveFile, type Sql } from '@silla/db'
import { atEnd, onePerFile } from '../support/at-end.ts'
import type { TestClock } from '../support/clock.ts'
import { testSecrets } from '../support/secrets.ts'

/** What both deployments of the tests have. */
const archiveKey = Buffer.alloc(32, 'the key of an archive')
export const archiveKeys = openArchiveKeys(archiveKey)
/** As it is set for commands. */
export const archiveKeyText = archiveKey.toString('base64')
/** The receiving deployment has its own SECRETS_KEY. */
export const otherSecretsKeys = { current: Buffer.alloc(32, 'another key'), previous: null }

let files = 0
/** One per test file, removed at its end. */
export const archiveFolder = onePerFile(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'silla-archives-'))
  atEnd(async () => rmSync(folder, { recursive: true }))
  return folder
})

/** A name for a new archive. */
export const newFile = async (): Promise<string> => join(await archiveFolder(), `${++files}.tar`)

/** Archives a salon into a new file, and returns its name. */
export async function archived(
  admin: Sql,
  salon: { slug: string; clock: TestClock },
  secretsKeys = testSecrets.secretsKeys,
): Promise<string> {
  const file = await newFile()
  const { slug, clock } = salon
  await archiveSalon(admin, slug, { file, release: '0.3.0', clock, archiveKeys, secretsKeys })
  return file
}

/** Restores an archive with the keys of the receiving deployment. */
export const restored = (admin: Sql, file: string, secretsKeys = otherSecretsKeys) =>
  restoreSalon(admin, { file, archiveKeys, secretsKeys })

/** The content of an archive by name, decompressed. */
export const contentsOf = (file: string): Promise<Map<string, string>> =>
  readArchiveFile(file, async (archive) => {
    const contents = new Map<string, string>()
    for (const entry of archive.entries) {
      const bytes = await archive.read(entry)
      contents.set(entry.name, String(entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes))
    }
    return contents
  })
