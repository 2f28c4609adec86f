"""The public library behind `import queenhigh`. Import the names from there."""
