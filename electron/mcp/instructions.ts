/** What a model reads about this server before it meets the tools. Short: it is part of every conversation. */
export const INSTRUCTIONS = `Recollect is the user's long-term memory, shared by all their AI assistants on this machine. It outlives this conversation; you do not.

Recall first. At the start of a task, and before you ask the user something or settle a question of design, call search_memories with the subject in a few words. Trust what it says about past decisions and preferences, and say when you rely on it. If a memory turns out to be wrong, correct it with update_memory.

Capture what will matter next time, when it becomes clear, without being asked: a decision and its reason, a convention, a fact about the project or the user, a trap and its way out, what is still open at the end. One fact to a memory, in full sentences that make sense without this conversation, with names, versions and dates. Do not capture what the code or its history says by itself, passing details, or secrets such as passwords and keys.

Namespace says what kind of knowledge it is (decisions, patterns, learnings, context, tech-debt, blockers, progress, apis, config, security, testing, performance). Domain says whom it concerns: the project you work in (the default), or "user" for what holds everywhere, such as preferences. When a fact replaces an older one, pass the old one as supersedes.

More: read recollect://help/capture or recollect://help/search.`;
