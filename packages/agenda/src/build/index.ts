export { type AgendaRelease, buildAgenda } from './build-agenda.ts'
export { readAgenda } from './read-agenda.ts'
