import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refundPercent } from '../../../packages/core/src/bookings/cancellation-rules.ts'
import {
  type CustomerHistory,
  requirementOf,
} from '../../../packages/core/src/bookings/requirement.ts'
import type {
  CardFees,
  Catalog,
  Deposit,
  Settings,
} from '../../../packages/core/src/catalog/catalog.ts'
import { aBooking } from '../wire/booking-fixture.ts'

const percent = (percent: number): Deposit => ({ percent, amountCents: null })
const amount = (amountCents: number): Deposit => ({ percent: null, amountCents })
const ofEveryone = { onlyNewCustomers: false, fromTotalCents: 0 }

/** What visits require whose lines cost so much; of some services the policy is their own. */
function requirement(
  settings: Partial<Settings>,
  lines: (number | [number, Deposit | CardFees])[],
  {
    byBusiness = false,
    customer = null,
  }: { byBusiness?: boolean; customer?: CustomerHistory | null } = {},
) {
  const catalog = {
    settings: {
      ...{ acceptsOnlinePayments: true, requiresPrepayment: false, currency: 'EUR' },
      ...{ deposit: null, cardGuarantee: null, afterNoShows: null, cancellationHours: 24 },
      ...settings,
    },
    services: lines.map((line, id) => {
      const own = typeof line === 'number' ? null : line[1]
      const isCard = own !== null && 'noShowPercent' in own
      return { id, deposit: isCard ? null : own, cardGuarantee: isCard ? own : null }
    }),
    professionals: [],
  } as unknown as Catalog
  const visit = {
    lines: lines.map((line, serviceId) => ({
      serviceId,
      chargedCents: typeof line === 'number' ? line : line[0],
    })),
    byBusiness,
  }
  const { kind, dueCents, guarantee } = requirementOf(catalog, visit, customer)
  const fees = guarantee === null ? [] : [guarantee.noShowCents, guarantee.lateCancelCents]
  return [kind, dueCents, ...fees].join(' ')
}

test('D47: a visit requires its price where the salon wants prepayment, and nothing elsewhere', () => {
  const prepaid = { requiresPrepayment: true }
  assert.equal(requirement(prepaid, [1800]), 'total 1800')
  assert.equal(requirement({}, [1800]), 'none 1800')
  assert.equal(requirement(prepaid, [1800], { byBusiness: true }), 'none 1800')
  assert.equal(requirement({ ...prepaid, acceptsOnlinePayments: false }, [1800]), 'none 0')
  assert.equal(requirement(prepaid, [49]), 'none 0')
  assert.equal(requirement(prepaid, [50]), 'total 50')
  assert.equal(
    requirement({ ...prepaid, deposit: { ...percent(30), ...ofEveryone } }, [1800]),
    'total 1800',
  )
})

test('D47, D50: a card is wanted where nothing is paid in advance, and only of whom the salon says', () => {
  const card = { ...{ noShowPercent: 100, lateCancelPercent: 50 }, ...ofEveryone }
  const of = (more: object) => ({ cardGuarantee: { ...card, ...more } })
  assert.equal(requirement(of({}), [1800]), 'card 1800 1800 900')
  assert.equal(requirement(of({}), [1800], { byBusiness: true }), 'none 1800')
  assert.equal(requirement({ ...of({}), requiresPrepayment: true }, [1800]), 'total 1800')
  const deposit = { ...percent(30), ...ofEveryone }
  // with a deposit the card is saved by paying it, where more than the deposit could be charged
  assert.equal(requirement({ ...of({}), deposit }, [1800]), 'deposit 540 1800 900')
  const upTo = (noShowPercent: number) => of({ noShowPercent, lateCancelPercent: 0 })
  assert.equal(requirement({ ...upTo(32), deposit }, [1800]), 'deposit 540')
  assert.equal(requirement({ ...upTo(33), deposit }, [1800]), 'deposit 540 594 0')
  const half = { deposit: { ...percent(50), ...ofEveryone } }
  assert.equal(requirement({ ...upTo(50), ...half }, [1800]), 'deposit 900')
  const regular = { completed: 1, noShows: 0 }
  const forNew = { onlyNewCustomers: true }
  assert.equal(
    requirement({ ...of(forNew), deposit }, [1800], { customer: regular }),
    'deposit 540',
  )
  assert.equal(
    requirement({ ...of({}), deposit: { ...deposit, ...forNew } }, [1800], { customer: regular }),
    'card 1800 1800 900',
  )
  assert.equal(requirement({ ...of({}), deposit }, [[1800, percent(0)]]), 'card 1800 1800 900')
  assert.equal(requirement({ ...of({}), acceptsOnlinePayments: false }, [1800]), 'none 0')
  // what could be charged is below the minimum
  assert.equal(requirement(of({ noShowPercent: 2, lateCancelPercent: 0 }), [1800]), 'none 1800')
  assert.equal(requirement(of({ fromTotalCents: 2000 }), [1800]), 'none 1800')
  // of each line, rounded half up; that of a service replaces that of the salon
  const fees = (noShowPercent: number, lateCancelPercent: number): CardFees => ({
    ...{ noShowPercent, lateCancelPercent },
  })
  assert.equal(requirement(of({}), [1001, 1001]), 'card 2002 2002 1002')
  assert.equal(requirement(of({}), [[2000, fees(50, 10)], 1000]), 'card 3000 2000 700')
  assert.equal(requirement({}, [[2000, fees(50, 10)], 1000]), 'card 3000 1000 200')
  assert.equal(requirement(of({}), [[2000, fees(0, 0)]]), 'none 2000')
  const customer = { completed: 1, noShows: 0 }
  assert.equal(requirement(of({ onlyNewCustomers: true }), [1800], { customer }), 'none 1800')
  assert.equal(requirement(of({ onlyNewCustomers: true }), [1800]), 'card 1800 1800 900')
})

test('D39: the deposit is the sum over the lines, each rounded half up, within the limits', () => {
  const of = (deposit: Deposit) => ({ deposit: { ...deposit, ...ofEveryone } })
  const cases: [Partial<Settings>, (number | [number, Deposit])[], string][] = [
    [of(percent(30)), [1850], 'deposit 555'],
    [of(percent(50)), [1001], 'deposit 501'],
    [of(percent(50)), [1001, 1001], 'deposit 1002'],
    [of(percent(33)), [350, 350], 'deposit 232'],
    [of(percent(33)), [650, 650], 'deposit 430'],
    [of(percent(100)), [1850], 'deposit 1850'],
    [of(percent(0)), [1850], 'none 1850'],
    [of(percent(1)), [1850], 'deposit 50'],
    [of(amount(1000)), [1850], 'deposit 1000'],
    [of(amount(1000)), [1850, 1850], 'deposit 2000'],
    [of(amount(1000)), [400], 'deposit 400'],
    [of(amount(1000)), [400, 2000], 'deposit 1400'],
    [of(amount(10)), [60], 'deposit 50'],
    [of(amount(1000)), [49], 'none 0'],
    // points have paid for everything, or for one of two
    [of(percent(30)), [0], 'none 0'],
    [of(amount(1000)), [0, 2000], 'deposit 1000'],
    // the deposit of a service replaces that of the salon
    [of(percent(30)), [[2000, percent(50)], 1000], 'deposit 1300'],
    [of(percent(30)), [[2000, amount(500)], 1000], 'deposit 800'],
    [of(percent(30)), [[2000, percent(0)]], 'none 2000'],
    [{}, [[2000, amount(500)], 1000], 'deposit 500'],
    [{ ...of(percent(30)), acceptsOnlinePayments: false }, [1850], 'none 0'],
  ]
  for (const [settings, lines, expected] of cases)
    assert.equal(requirement(settings, lines), expected, JSON.stringify([settings.deposit, lines]))
  assert.equal(requirement(of(percent(30)), [1850], { byBusiness: true }), 'none 1850')
})

test('D39: without a token everybody counts as new; others by their visits', () => {
  const visits = {
    nobody: null,
    new: { completed: 0, noShows: 0 },
    regular: { completed: 3, noShows: 1 },
    'missed 2': { completed: 3, noShows: 2 },
  }
  const owing = (settings: Partial<Settings>) =>
    Object.entries(visits)
      .filter(([, customer]) => requirement(settings, [1000], { customer }) === 'deposit 300')
      .map(([name]) => name)
      .join(', ')
  const everyone = { ...percent(30), ...ofEveryone }
  const onlyNew = { ...everyone, onlyNewCustomers: true }
  assert.equal(owing({ deposit: everyone }), 'nobody, new, regular, missed 2')
  assert.equal(owing({ deposit: onlyNew }), 'nobody, new')
  assert.equal(owing({ deposit: everyone, afterNoShows: 2 }), 'nobody, missed 2')
  assert.equal(owing({ deposit: onlyNew, afterNoShows: 2 }), 'nobody, new, missed 2')
  const from = (fromTotalCents: number) =>
    requirement({ deposit: { ...everyone, fromTotalCents } }, [500, 500])
  assert.deepEqual([from(1000), from(1001)], ['deposit 300', 'none 1000'])
})

test('D48: the tier with the most hours that are left says what comes back, where it can be cancelled', () => {
  const startsAt = new Date('2030-07-10T10:00:00Z')
  const percentAt = (
    time: string,
    {
      refundLimitPercent = 100,
      byBusiness = false,
      tiers = [
        [48, 100],
        [24, 50],
      ],
    } = {},
  ) => {
    const refundTiers = tiers.map(([hours, percent]) => ({ hours, percent }))
    const catalog = { settings: { cancellationHours: 6, refundTiers } } as unknown as Catalog
    const booking = aBooking({ startsAt, refundLimitPercent })
    return refundPercent(booking, catalog, new Date(`2030-07-${time}Z`), byBusiness)
  }
  assert.equal(percentAt('01T10:00:00'), 100)
  assert.equal(percentAt('08T10:00:00'), 100)
  assert.equal(percentAt('08T10:00:00.001'), 50)
  assert.equal(percentAt('09T10:00:00'), 50)
  assert.equal(percentAt('09T10:00:00.001'), 0)
  assert.equal(percentAt('10T04:00:00.001'), 0)
  assert.equal(percentAt('10T05:00:00', { byBusiness: true }), 100)
  assert.equal(percentAt('10T04:00:00', { tiers: [] }), 100)
  assert.equal(percentAt('10T04:00:00.001', { tiers: [] }), 0)
  // no more than when it was last moved
  assert.equal(percentAt('01T10:00:00', { refundLimitPercent: 50 }), 50)
  assert.equal(percentAt('09T10:00:00', { refundLimitPercent: 0 }), 0)
})
