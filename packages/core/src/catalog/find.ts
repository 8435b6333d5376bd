import { fail } from '@silla/errors'
import type { Catalog, Professional, Service } from './catalog.ts'

/** @throws SERVICE_NOT_FOUND when the id is not an active service of this salon */
export const findService = (catalog: Catalog, id: number): Service =>
  indexOf(catalog).services.get(id) ?? fail('SERVICE_NOT_FOUND')

/** @throws PROFESSIONAL_NOT_FOUND when the id is not an active professional of this salon */
export const findProfessional = (catalog: Catalog, id: number): Professional =>
  indexOf(catalog).professionals.get(id) ?? fail('PROFESSIONAL_NOT_FOUND')

interface Index {
  services: Map<number, Service>
  professionals: Map<number, Professional>
}

/** Built once for each copy of a catalogue and released with it. */
const indexes = new WeakMap<Catalog, Index>()

function indexOf(catalog: Catalog): Index {
  let index = indexes.get(catalog)
  if (!index) {
    index = {
      services: new Map(catalog.services.map((one) => [one.id, one])),
      professionals: new Map(catalog.professionals.map((one) => [one.id, one])),
    }
    indexes.set(catalog, index)
  }
  return index
}
