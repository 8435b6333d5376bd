export { type Code, catalogue, type Entry, sentence } from './catalogue.ts'
export { isLanguage, type Language, languages } from './language.ts'
export { type FieldProblem, type Problem, type ProblemKeyword, problemSentence } from './problems.ts'
export { fail, Refusal, type RefusalOptions } from './refusal.ts'
