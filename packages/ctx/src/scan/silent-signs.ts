// What readers note for the conclusions alone: no technologies, and in no answer.

/** A Go module has a program. One without is for others to build on. */
export const goProgram = 'go-program';
/** The top folder of a Go module is a package which others import. */
export const goPackage = 'go-package';
/** A build with Spring Boot has nothing that serves. */
export const springWithoutWeb = 'spring-without-web';
/** A Python project lists in its manifest what it needs. */
export const ownRequirements = 'own-requirements';
