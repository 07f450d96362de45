/** The name of the built-in model that answers with its prompt. A script's file of that name is `script:./echo`. */
export const echoModel = 'script:echo';
