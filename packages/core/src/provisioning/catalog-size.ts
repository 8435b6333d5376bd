import { ProvisioningError } from '../business/provisioning-error.ts'
import type { Salon } from './salon.ts'

/**
 * How large a salon may be. Every API process that answers for it loads its whole catalogue, in less
 * than 50 ms of CPU time at these sizes.
 */
export const maxCatalogSize = {
  professionals: 500,
  services: 2000,
  /** Pairs of a professional and a service that they offer. */
  offers: 25_000,
}

/**
 * Refuses a salon that would become too large. One that already is may be changed as long as it does
 * not grow.
 *
 * @throws ProvisioningError NOT_VALID with every size that is exceeded
 */
export function assertCatalogSize(before: Salon | null, after: Salon): void {
  const sizes = sizesOf(after)
  const stored = before && sizesOf(before)
  const problems = names.flatMap((name) => {
    const limit = Math.max(maxCatalogSize[name], stored?.[name] ?? 0)
    return sizes[name] <= limit ? [] : [problemOf(name, sizes[name], stored?.[name] ?? 0)]
  })
  if (problems.length > 0) throw new ProvisioningError('NOT_VALID', problems.join('\n'))
}

type Sizes = typeof maxCatalogSize

const names = ['professionals', 'services', 'offers'] as const

const sizesOf = ({ professionals, services }: Salon): Sizes => ({
  professionals: professionals.length,
  services: services.length,
  offers: professionals.reduce((total, { serviceHandles }) => total + serviceHandles.length, 0),
})

function problemOf(name: keyof Sizes, size: number, stored: number): string {
  const limit = maxCatalogSize[name]
  const rule = `A salon has at most ${format(limit)} ${titles[name]}; this file has ${format(size)}.`
  const advice = stored > limit ? `It has ${format(stored)} now and cannot grow.` : advices[name]
  return `${rule} ${advice}`
}

const titles: Record<keyof Sizes, string> = {
  professionals: 'professionals',
  services: 'services',
  offers: 'pairs of a professional and a service',
}

const advices: Record<keyof Sizes, string> = {
  professionals: 'Split it into several salons.',
  services: 'Leave out what is no longer offered.',
  offers: 'List for each professional only what they really offer.',
}

const format = (count: number) => count.toLocaleString('en')
