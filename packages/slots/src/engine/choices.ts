import type { EpochMinute } from '../spans.ts'
import type { Fit } from './fits.ts'
import type { Starts } from './starts.ts'
import type { VisitCandidate } from './visit-candidate.ts'
import type { PersonDay } from './visit-day.ts'

/** Somebody for each line of a visit, who fits at a start. */
export interface Choice {
  /** From the visit's start to the end of its last service. */
  lengthMinutes: number
  /** Of each line. */
  professionalIds: readonly number[]
  /** @param start at which it is free */
  candidateAt(start: EpochMinute): VisitCandidate
}

/** Chooses who carries out a visit on a date. */
export interface Chooser {
  /** Those who may do the first line: a visit starts on the grid of its professional. */
  leading: readonly PersonDay[]
  /** The length of the visit with those who are the fastest; 0 when nobody can do it. */
  shortestMinutes: number
  /** @param checksGrid whether a start has to be on the grid of the first line's professional */
  at(starts: Starts, checksGrid: boolean): ChoiceFinder
}

/** Finds who can carry out a visit at some starts, each given by its index. */
export interface ChoiceFinder {
  /** The most preferred choice that fits at least so well. */
  first(index: number, least: Fit): Choice | null
  /** Those that are free, by preference; of several people the first alone. */
  allFree(index: number): Choice[]
}
