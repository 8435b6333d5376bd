import { readdirSync, readFileSync } from 'node:fs'
import {
  applySalon,
  listBusinesses,
  parseSalonFile,
  type SalonFile,
  seedDemoActivity,
} from '@silla/core'
import { openPool, SetupError, type Sql } from '@silla/db'
import type { DemoBusiness } from './demo-file.ts'

const seeds = new URL('../../../tenants/seeds/', import.meta.url)

/**
 * Makes the demo businesses that are not there yet, each from its file in `tenants/seeds`, and
 * gives them a past and a future. One that is there stays as it is, whatever its owner of today
 * made of it.
 *
 * @param known the businesses that an earlier start finished
 */
export async function seedDemo(
  adminUrl: string,
  known: readonly DemoBusiness[],
): Promise<DemoBusiness[]> {
  const admin = openPool({ url: adminUrl, max: 1, name: 'silla-seeds' })
  try {
    const { businesses: existing } = await listBusinesses(admin)
    const businesses: DemoBusiness[] = []
    for (const file of seedFiles()) {
      const found = existing.find(({ slug }) => slug === file.slug)
      if (found && found.mode !== 'demo') {
        throw new SetupError(
          `This database has a ${found.mode} business called ${file.slug}: it is not one to try things out in.`,
        )
      }
      const id = found?.businessId ?? (await makeBusiness(admin, file))
      if (!known.some((business) => business.id === id)) await seedDemoActivity(admin, file)
      businesses.push(demoBusiness(file, id))
    }
    return businesses
  } finally {
    await admin.end()
  }
}

function seedFiles(): SalonFile[] {
  const names = readdirSync(seeds).filter((name) => name.endsWith('.yaml'))
  return names
    .sort()
    .map((name) => parseSalonFile(readFileSync(new URL(name, seeds), 'utf8'), name))
}

async function makeBusiness(admin: Sql, file: SalonFile): Promise<string> {
  const { businessId } = await applySalon(admin, file)
  if (businessId === null) throw new Error(`${file.fileName} made no business`)
  return businessId
}

function demoBusiness(file: SalonFile, id: string): DemoBusiness {
  if (!file.demoKeys)
    throw new Error(`${file.fileName} has no keys: a demo business carries them in its file`)
  return {
    slug: file.slug,
    id,
    name: file.profile.name,
    timezone: file.settings.timezone,
    publishableKey: file.demoKeys.publishable,
    secretKey: file.demoKeys.secret,
    takesPayments: file.settings.acceptsOnlinePayments,
  }
}
