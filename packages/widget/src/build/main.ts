import { bookingBytes, budgetBytes, checkBudget } from './budget.ts'
import { buildWidget } from './build-widget.ts'
import { writeOutput } from './output-folder.ts'
import { outputFolder } from './read-widget.ts'

// `npm run build` of this package: writes dist/browser with its manifest and checks the budget.

const widget = await buildWidget()
for (const [name, { gzipBytes }] of Object.entries(await writeOutput(outputFolder, widget)))
  console.log(`${String(gzipBytes).padStart(7)}  ${name}`)
for (const { language, bytes } of bookingBytes(widget))
  console.log(`${String(bytes).padStart(7)}  of ${budgetBytes}: a booking in ${language}`)
checkBudget(widget)
