import { writeOutput } from '@silla/widget'
import { budgetBytes, checkBudget, firstViewBytes } from './budget.ts'
import { buildAgenda } from './build-agenda.ts'
import { outputFolder } from './read-agenda.ts'

// `npm run build` of this package: writes dist/browser with its manifest and checks the budget.

const agenda = await buildAgenda()
for (const [name, { gzipBytes }] of Object.entries(await writeOutput(outputFolder, agenda)))
  console.log(`${String(gzipBytes).padStart(7)}  ${name}`)
for (const { language, bytes } of firstViewBytes(agenda))
  console.log(`${String(bytes).padStart(7)}  of ${budgetBytes}: the first view in ${language}`)
checkBudget(agenda)
