import type { VisitPlan } from '@silla/slots'

/**
 * One professional, one stretch of time: the whole of today's visits. Gaps, rooms and several hands
 * are longer plans.
 */
export const simplePlan = (
  lengthMinutes: number,
  professionalIds: readonly number[],
): VisitPlan => ({
  segments: [{ offsetMinutes: 0, lengthMinutes, candidates: professionalIds }],
})
