import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePublicUrl } from '@silla/core/pages/public-url'
import { readSettings } from '../config.ts'
import { findInDataFolder } from './find-data-folder.ts'

/**
 * Where customers reach the API: PUBLIC_URL, or that of `npm start` for a command that works with
 * its database. Null if neither is known.
 *
 * @throws Error when PUBLIC_URL is invalid
 */
export function publicUrl(): string | null {
  const settings = readSettings()
  const configured = parsePublicUrl(settings.publicUrl)
  if (configured !== null || settings.adminUrl) return configured
  return findInDataFolder(settings, readBaseUrl)
}

/** What the last `npm start` wrote when everything ran. */
function readBaseUrl(folder: string): string | null {
  try {
    const { baseUrl } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'))
    return typeof baseUrl === 'string' ? baseUrl : null
  } catch {
    return null
  }
}
