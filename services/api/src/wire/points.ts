import type { Catalog, Movement, MovementKind } from '@silla/core'
import { currencies, toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { type Locale, localize } from './localize.ts'
import { type Page, paginationField, takePage } from './pagination.ts'
import { describeMovement } from './points-concept.ts'
import {
  closed,
  count,
  flag,
  identifier,
  money,
  nullable,
  oneOf,
  ref,
  text,
  timestamp,
  whole,
} from './schema.ts'

const kindWords = {
  earned: 'ganado',
  redeemed: 'canjeado',
  bought: 'comprado',
  reverted: 'revertido',
  adjusted: 'ajuste',
} as const satisfies Record<MovementKind, string>

const PackageWire = closed(
  {
    id: identifier('The package'),
    nombre: text('Name, in the language asked for'),
    puntos: count('Points it brings'),
    precio: money('What it costs'),
  },
  { $id: 'PaquetePuntos', description: 'Points that can be bought' },
)

export const MovementWire = closed(
  {
    id: identifier('The movement'),
    tipo: oneOf(Object.values(kindWords), 'What happened'),
    puntos: whole('Points gained, or lost when negative'),
    saldo_posterior: count('Points held after it'),
    concepto: text('What for, in words'),
    reserva_id: nullable(identifier('The booking it belongs to; null when it belongs to none')),
    created_at: timestamp('When it happened'),
  },
  {
    $id: 'MovimientoPuntos',
    description: 'A line of the ledger of points, which is never changed',
  },
)

export const PointsWire = closed({
  saldo: count('Points held'),
  puntos_activo: flag('The business works with points'),
  movimientos: Type.Array(ref(MovementWire), { description: 'The last 20, the latest first' }),
  paquetes: Type.Array(ref(PackageWire), {
    description: 'Points that can be bought; none where points are off',
  }),
})

export const PackagesWire = closed({
  paquetes: Type.Array(ref(PackageWire), {
    description: 'In display order; none where points are off',
  }),
  total: count('Packages, on all pages'),
  moneda: text('Currency code of the prices'),
  simbolo_moneda: text('Symbol of that currency'),
  ...paginationField,
})

export const pointsComponents = [PackageWire, MovementWire]

/** What a customer holds, how it came to that lately, and what could be bought. */
export const serializePoints = (
  { balance, movements }: { balance: number; movements: readonly Movement[] },
  catalog: Catalog,
  locale: Locale,
) =>
  ({
    saldo: balance,
    puntos_activo: catalog.settings.pointsEnabled,
    movimientos: movements.map((movement) => serializeMovement(movement, locale)),
    paquetes: offered(catalog).map((one) => serializePackage(one, locale)),
  }) satisfies Static<typeof PointsWire>

/** A line of the ledger. */
export const serializeMovement = (movement: Movement, locale: Locale) =>
  ({
    id: movement.id,
    tipo: kindWords[movement.kind],
    puntos: movement.points,
    saldo_posterior: movement.balanceAfter,
    concepto: describeMovement(movement, locale),
    reserva_id: movement.bookingId,
    created_at: movement.createdAt.toISOString(),
  }) satisfies Static<typeof MovementWire>

/** The packages that can be bought. */
export function serializePackages(catalog: Catalog, page: Page | null, locale: Locale) {
  const packages = offered(catalog)
  const { items, pagination } = takePage(packages, page)
  return {
    paquetes: items.map((one) => serializePackage(one, locale)),
    total: packages.length,
    moneda: catalog.settings.currency,
    simbolo_moneda: currencies[catalog.settings.currency].symbol,
    ...pagination,
  } satisfies Static<typeof PackagesWire>
}

const offered = (catalog: Catalog) => (catalog.settings.pointsEnabled ? catalog.pointsPackages : [])

const serializePackage = (one: Catalog['pointsPackages'][number], locale: Locale) =>
  ({
    id: one.id,
    nombre: localize(one.name, locale),
    puntos: one.points,
    precio: toMajor(one.priceCents),
  }) satisfies Static<typeof PackageWire>
