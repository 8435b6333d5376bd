import type { Catalog, Movement, MovementKind, PointsAdjustment } from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { currencies, toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
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
    nombre: text('Name, in the requested language'),
    puntos: count('Points it adds'),
    precio: money('Price'),
  },
  { $id: 'PaquetePuntos', description: 'A package of points for sale' },
)

export const MovementWire = closed(
  {
    id: identifier('The movement'),
    tipo: oneOf(Object.values(kindWords), 'Kind of movement'),
    puntos: whole('Points added, or removed when negative'),
    saldo_posterior: count('Balance after it'),
    concepto: text('Reason, as text'),
    reserva_id: nullable(identifier('The booking it belongs to; null when it belongs to none')),
    created_at: timestamp('Time of the movement'),
  },
  {
    $id: 'MovimientoPuntos',
    description: 'An entry of the points ledger, which is append-only',
  },
)

export const PointsWire = closed({
  saldo: count('Balance'),
  puntos_activo: flag('Whether loyalty points are enabled'),
  movimientos: Type.Array(ref(MovementWire), { description: 'The last 20, newest first' }),
  paquetes: Type.Array(ref(PackageWire), {
    description: 'Packages of points for sale; none while points are disabled',
  }),
})

export const PackagesWire = closed({
  paquetes: Type.Array(ref(PackageWire), {
    description: 'In display order; none while points are disabled',
  }),
  total: count('Number of packages, on all pages'),
  moneda: text('Currency code of the prices'),
  simbolo_moneda: text('Symbol of that currency'),
  ...paginationField,
})

const maxReasonLength = 500

export const AdjustmentWire = closed(
  {
    puntos: Type.Integer({
      minimum: -1_000_000,
      maximum: 1_000_000,
      description: 'Points to add, or to take off when negative; not 0',
    }),
    motivo: text(`Reason, which the customer sees. Up to ${maxReasonLength} characters`),
  },
  {
    description: 'Points to add or to take off',
    examples: [{ puntos: 50, motivo: 'Por las molestias' }],
  },
)

export const pointsComponents = [PackageWire, MovementWire]

/** The balance of a customer, the latest movements, and the packages for sale. */
export const serializePoints = (
  { balance, movements }: { balance: number; movements: readonly Movement[] },
  catalog: Catalog,
  locale: Locale,
) =>
  ({
    saldo: balance,
    puntos_activo: catalog.settings.pointsEnabled,
    movimientos: movements.map((movement) => serializeMovement(movement, locale)),
    paquetes: packagesForSale(catalog).map((item) => serializePackage(item, locale)),
  }) satisfies Static<typeof PointsWire>

/** An entry of the points ledger. */
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

/** A reason of several lines becomes one. */
export function parseAdjustment({
  puntos: points,
  motivo,
}: Static<typeof AdjustmentWire>): Omit<PointsAdjustment, 'customerId'> {
  const problems: FieldProblem[] = []
  if (points === 0) problems.push({ field: 'puntos', problem: 'zero' })
  const rule = { maxLength: maxReasonLength, required: true }
  const reason = parseBodyText('motivo', motivo.replaceAll(/\s+/g, ' '), rule, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return { points, reason }
}

/** The packages for sale. */
export function serializePackages(catalog: Catalog, page: Page | null, locale: Locale) {
  const packages = packagesForSale(catalog)
  const { items, pagination } = takePage(packages, page)
  return {
    paquetes: items.map((item) => serializePackage(item, locale)),
    total: packages.length,
    moneda: catalog.settings.currency,
    simbolo_moneda: currencies[catalog.settings.currency].symbol,
    ...pagination,
  } satisfies Static<typeof PackagesWire>
}

const packagesForSale = (catalog: Catalog) =>
  catalog.settings.pointsEnabled ? catalog.pointsPackages : []

const serializePackage = (item: Catalog['pointsPackages'][number], locale: Locale) =>
  ({
    id: item.id,
    nombre: localize(item.name, locale),
    puntos: item.points,
    precio: toMajor(item.priceCents),
  }) satisfies Static<typeof PackageWire>
