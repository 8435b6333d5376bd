import { App } from './app/app.ts'

// The entry of the page: shows the agenda in the element that the server has sent.

void new App(document.querySelector('#agenda') as HTMLElement).start()
