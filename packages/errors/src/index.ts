export { type Code, catalogue, type Entry, sentence } from './catalogue.ts'
export { databaseError, isTlsRefused } from './database-error.ts'
export {
  type ImportNote,
  type ImportNoteCode,
  importNote,
  importNoteCodes,
  importSentence,
} from './import-notes.ts'
export { toLogError, withoutSecrets } from './log-error.ts'
export { type FieldProblem, type Problem, type ProblemKeyword, problemMessage } from './problems.ts'
export { fail, Refusal, type RefusalOptions } from './refusal.ts'
