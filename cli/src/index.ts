export { runSilla } from './main.ts'
