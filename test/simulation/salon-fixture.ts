import type { SalonFixture } from '../support/salon-fixture.ts'
import type { SalonPlan } from './model/plan.ts'

/** The salon of a plan, as the tests open one. */
export const fixtureOf = (plan: SalonPlan): SalonFixture => {
  const team = plan.professionals.filter(({ hasLeft }) => !hasLeft)
  return {
    timezone: plan.timezone,
    settings: {
      slotIntervalMinutes: plan.intervalMinutes,
      horizonDays: plan.horizonDays,
      noticeMinutes: plan.noticeMinutes,
      cancellationHours: plan.cancellationHours,
      rescheduleHours: plan.rescheduleHours,
      rescheduleLimit: plan.rescheduleLimit,
      autocompleteHours: plan.autocompleteHours,
      acceptsOnlinePayments: plan.takesOnlinePayments,
      requiresPrepayment: plan.requiresPrepayment,
      deposit: plan.deposit && { ...plan.deposit, onlyNewCustomers: false },
      cardGuarantee: plan.cardGuarantee && { ...plan.cardGuarantee, onlyNewCustomers: false },
      refundTiers: [...plan.refundTiers],
      confirmsByHand: plan.confirmsByHand,
      pointsEnabled: plan.pointsEnabled,
      phoneRequired: plan.phoneRequired,
    },
    services: plan.services.map(({ minutes, offerPriceCents, ...service }) => ({
      ...service,
      minutes,
      ...(offerPriceCents !== null && { offerPriceCents }),
    })),
    professionals: team.map(({ name, services }) => ({
      name,
      services: [...services],
    })),
    products: plan.products.map(({ stock, ...product }) => ({
      ...product,
      ...(stock !== null && { stock }),
    })),
    pointsPackages: [...plan.packages],
    editFile: (file) => ({
      ...file,
      openings: plan.week.map(({ weekday, hours, pause }) => ({
        weekday,
        opensMinute: hours?.from ?? null,
        closesMinute: hours?.to ?? null,
        breakStartMinute: pause?.from ?? null,
        breakEndMinute: pause?.to ?? null,
      })),
      closings: plan.closings.map(({ date, from, to }) => ({
        when: { day: epochDay(date) },
        reason: {},
        fromMinute: from,
        toMinute: to,
      })),
      professionals: file.professionals.map((professional, index) => ({
        ...professional,
        shifts: (team[index]?.shifts ?? []).map(({ weekday, ...shift }) => ({
          weekday,
          ...spanOf(shift),
        })),
        exceptions: (team[index]?.exceptions ?? []).map(({ date, shifts }) => ({
          when: { day: epochDay(date) },
          reason: {},
          works: shifts.length > 0,
          shifts: shifts.map(spanOf),
        })),
      })),
    }),
  }
}

const spanOf = ({ from, to }: { from: number; to: number }) => ({
  startMinute: from,
  endMinute: to,
})

const epochDay = (date: string) => Date.parse(date) / 86_400_000
