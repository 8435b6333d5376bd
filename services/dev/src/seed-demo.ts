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
 * Creates the demo businesses that do not exist yet, each from its file in `tenants/seeds`, with
 * past and upcoming bookings. A business that exists is not changed.
 *
 * @param seeded the businesses that an earlier start completed
 */
export async function seedDemo(
  adminUrl: string,
  seeded: readonly DemoBusiness[],
): Promise<DemoBusiness[]> {
  const admin = openPool({ url: adminUrl, max: 1, name: 'silla-seeds' })
  try {
    const { businesses: existing } = await listBusinesses(admin)
    const businesses: DemoBusiness[] = []
    for (const file of seedFiles()) {
      const found = existing.find(({ slug }) => slug === file.slug)
      if (found && found.mode !== 'demo') {
        throw new SetupError(
          `The database already has a ${found.mode} business ${file.slug}, so npm start does not ` +
            'use it. Pass another PREPARE_DATABASE_URL.',
        )
      }
      const id = found?.businessId ?? (await createBusiness(admin, file))
      if (!seeded.some((business) => business.id === id)) await seedDemoActivity(admin, file)
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

async function createBusiness(admin: Sql, file: SalonFile): Promise<string> {
  const { businessId } = await applySalon(admin, file)
  if (businessId === null) throw new Error(`${file.fileName} created no business`)
  return businessId
}

function demoBusiness(file: SalonFile, id: string): DemoBusiness {
  if (!file.demoKeys)
    throw new Error(`${file.fileName} has no keys: the file of a demo business must contain them`)
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
